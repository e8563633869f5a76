"""The music around the fight, from the same motif: the throw (root, fifth, octave) and the tumble (the run down).

menu: the motif as a slow air. danger: the fight's pulse without its dance, a half step that grinds, an alarm bell. victory: the
motif as a round dance in the major mode. defeat: the tumble alone, ever lower. Each is stems that build up."""

from __future__ import annotations

from . import score, space
from .core import Stereo, midi
from .dyn import saturate_loop
from .music import BATTLE_EIGHTH, Stem, bars_of, eq_loop, filt_loop, low

MENU_EIGHTH, DEFEAT_EIGHTH = 13440, 15360

MENU_TUNE = (
    "D4:3 A4:3 | D5:5 C5 | A4:3 G4:2 E4 | F4:4 r:2 | G4:3 A4 C5:2 | D5:3 A4:3 | F4:2 G4 E4:2 C4 | D4:5 r |"
    "A4:3 D5:3 | F5:4 E5 D5 | C5:3 A4:3 | G4:5 r | A4 G4 F4 E4 D4 C4 | D4:3 A4:3 | G4:2 F4 E4:3 | D4:6"
)
MENU_CHORDS = "Dm Dm C F C Dm C Dm F Dm Am C Dm Dm C D5"
VICTORY_TUNE = (
    "D4:2 A4 D5:3 | D5 C#5 B4 A4 G4 F#4 | D4:2 A4 D5:2 E5 | F#5:5 r | G5 F#5 E5 D5 E5 F#5 | E5:2 C#5 A4:3 | B4 C#5 D5 E5:2 C#5 | D5:5 r |"
    "F#5:2 F#5 F#5 E5 D5 | E5:2 E5 E5 D5 C#5 | D5:2 B4 G4 A4 B4 | A4:5 r | D4:2 A4 D5:3 | G5:2 E5 C#5:3 | D5 A4 F#4 E4 F#4 G4 | D5:3 D5 r:2"
)
VICTORY_CHORDS = "D D D D G A G/A D D A G A D A D D"
DEFEAT_TUNE = "D5:3 A4:3 | C5 A4 G4 F4 E4 D4 | Bb4:3 F4:3 | A4 G4 F4 E4 D4 C#4 | G4:3 D4:3 | F4:2 E4 D4:3 | E4:2 D4 C#4:3 | D4:6"
DEFEAT_CHORDS = "Dm Dm Bb A Gm Dm A D5"
# danger: roots of two bars each; the flat second never leaves
DANGER_ROOTS = (38, 38, 39, 38, 41, 39, 36, 38, 43, 41, 39, 38)


def _pad(stem: Stem, kind: str, chords: list[tuple[str, str]], e_len: float, level: float, places: tuple[float, ...] = (-0.4, 0.1, 0.45)) -> None:
    before = (57, 62, 65)
    for bar, (c1, c2) in enumerate(chords):
        for half, c in ((0, c1), (3, c2)) if c1 != c2 else ((0, c1),):
            before = score.voicing(score.chord(c)[1], before) if len(score.chord(c)[1]) == 3 else before
            for i, m in enumerate(before if len(score.chord(c)[1]) == 3 else (50, 57, 62)):
                stem.play(kind, m, 6 * bar + half, e_len if c1 == c2 else e_len / 2, level, places[i], 0.01)


def menu() -> dict[str, Stereo]:
    bed, lead = (Stem(f"menu_{k}", 6 * 16, MENU_EIGHTH) for k in ("bed", "lead"))
    chords = bars_of(MENU_CHORDS)
    _pad(bed, "fiddle", chords, 6.4, 0.055)
    before = (57, 62, 65)
    for bar, (c1, _) in enumerate(chords):
        at, (root, pcs) = 6 * bar, score.chord(c1)
        m = low(root)
        bed.play("bass", m, at, 3, 0.5)
        bed.play("bass", m + 7 if m < 44 else m - 5, at + 3, 3, 0.25)
        if len(pcs) == 3:
            before = score.voicing(pcs, before)
        for k, i in enumerate((0, 1, 2, 1, 2, 1)):
            bed.play("lute", before[i], at + k, 3, 0.42 if k == 0 else 0.26, -0.35 + 0.2 * i, 0.008)
        if bar % 4 == 0:
            bed.play("gurdy", 50, at, 24.6, 0.05, 0.1, 0.0)
            bed.play("gurdy", 57, at, 24.6, 0.035, -0.15, 0.0)
            bed.play("war", 36, at, level=0.30)
        if bar % 4 == 3:
            bed.play("war", 36, at + 3, level=0.16)
            bed.play("bell", 74, at + 3, 1, 0.05, 0.5)
    for s, m, n, _ in score.parse(MENU_TUNE, 16):
        if m >= 0:
            second = s >= 48
            lead.play("horn", m - 12, s, n * 1.0, 0.13 if second else 0.20, -0.15, 0.012)
            if second:
                lead.play("recorder", m + 12, s, n * 0.97, 0.26, 0.2, 0.01)
                lead.play("fiddle", m, s, n * 1.0, 0.10, 0.4, 0.012)
    for k, name in enumerate(("A5", "G5", "F5", "E5", "D5")):  # bones answer at the end of each half
        for at in (45, 93):
            lead.play("bones", midi(name), at + 0.5 * k, 1, 0.16, 0.5)
    return {"bed": space.reverb_loop(filt_loop(bed.buf, high=42.0), "hall", 0.3), "lead": space.reverb_loop(filt_loop(lead.buf, high=120.0), "hall", 0.42)}


def danger() -> dict[str, Stereo]:
    drums, bass, high = (Stem(f"danger_{k}", 6 * 24, BATTLE_EIGHTH) for k in ("drums", "bass", "high"))
    for bar in range(24):
        at, sec = 6 * bar, bar // 8
        root = DANGER_ROOTS[bar // 2]
        # drums: three against two, and a roll into each section
        for k, v in {0: 1.0, 2: 0.5, 3: 0.9, 5: 0.55}.items():
            drums.play("war", 36, at + k, level=v)
        for k in range(6):
            drums.play("tom", 45 if k % 2 else 41, at + k, level=0.22 + (0.16 if k in (1, 4) else 0), where=-0.4 if k % 2 else 0.4)
        if sec:
            for k in (0, 2, 4):
                drums.play("frame", 60, at + k, level=0.32, where=0.2)
        if bar % 8 == 7:
            for k in range(12):
                drums.play("tom", 48 - k // 3, at + k / 2, level=0.25 + 0.035 * k, where=-0.5 + k / 12)
        # low: a spiccato engine, crumhorn stabs on the flat second
        for k in range(6):
            bass.play("spiccato", root + (12 if k in (2, 5) else 0), at + k, 0.8, 0.26 if k in (0, 3) else 0.17, -0.1)
        bass.play("bass", root, at, 3, 0.7)
        bass.play("bass", root, at + 3, 3, 0.5)
        if bar % 2:
            bass.play("crumhorn", root + 13, at + 3, 1.2, 0.14, 0.25)
            bass.play("crumhorn", root + 12, at + 4.5, 1.4, 0.12, 0.25)
        if bar % 2 == 0:
            bass.play("gurdy", root, at, 12.6, 0.16, 0.0, 0.0)
        for k in (0, 1, 3, 4):
            bass.play("buzz", root + 12, at + k, 0.7, 0.05, -0.15)
        # high: the throw breaks off; the bell counts
        if bar % 2 == 0:
            high.play("bell", 74 if bar % 4 == 0 else 75, at, 1, 0.16, 0.55)
            high.play("bell", 74, at + 3, 1, 0.10, 0.55)
        up = 12 + (root - 38)
        if bar % 4 == 0:
            for s, m, n in ((0, 50, 2), (2, 57, 1), (3, 62, 3), (6, 63, 4.5)):
                high.play("horn", m + (root - 38), at + s, n, 0.24, -0.25)
                high.play("shawm", m + up, at + s, n * 0.95, 0.15, 0.1)
        if bar % 4 == 2 and sec:
            for k, m in enumerate((75, 74, 72, 70, 69, 67, 65, 63, 62, 61, 62, 62)):  # the tumble, faster than it should be
                high.play("fiddle" if k % 2 else "spiccato", m, at + k, 0.95, 0.16, -0.35)
                high.play("bones", m, at + k, 1, 0.18, 0.5)
        if sec == 2:
            high.play("fiddle", 62 + (bar % 2), at, 6.2, 0.11, 0.35)
            high.play("fiddle", 69 + (bar % 2), at, 6.2, 0.09, -0.45)
    return {
        "drums": space.reverb_loop(saturate_loop(filt_loop(drums.buf, high=32.0) * 0.5, 1.5), "hall", 0.22),
        "bass": space.reverb_loop(eq_loop(filt_loop(bass.buf, high=45.0), (110, 1.0, 2.0), (1100, 1.2, -2.5)), "hall", 0.12),
        "high": space.reverb_loop(filt_loop(high.buf, high=160.0), "hall", 0.32),
    }


def victory() -> dict[str, Stereo]:
    dance, lead = (Stem(f"victory_{k}", 6 * 16, BATTLE_EIGHTH) for k in ("dance", "lead"))
    before = (57, 62, 66)
    for bar, (c1, c2) in enumerate(bars_of(VICTORY_CHORDS)):
        at = 6 * bar
        for half, c in ((0, c1), (3, c2)):
            root, pcs = score.chord(c)
            before = score.voicing(pcs, before)
            dance.play("bass", low(root), at + half, 3, 0.75 if half == 0 else 0.5)
            for k, lv in ((0, 0.8), (2, 0.55)):
                for i, m in enumerate(before[::-1] if k else before):
                    dance.play("lute", m, at + half + k + 0.055 * i, 2, lv * 0.4, -0.45 + 0.12 * i, 0.003)
        for k, v in {0: 0.8, 3: 0.55}.items():
            dance.play("war", 38, at + k, level=v)
        for k, v in {0: 0.4, 2: 0.3, 3: 0.4, 5: 0.3}.items():
            dance.play("frame", 59, at + k, level=v, where=0.35)
        for k in (1, 2, 4, 5):
            dance.play("jingle", 60, at + k, level=0.24, where=-0.5)
        if bar % 2 == 0:
            dance.play("gurdy", 50, at, 12.6, 0.10, 0.1, 0.0)
    for s, m, n, _ in score.parse(VICTORY_TUNE, 16):
        if m >= 0:
            lead.play("shawm", m, s, n * 0.95, 0.22, 0.08)
            lead.play("recorder", m + 12, s, n * 0.93, 0.2, 0.35)
            lead.play("horn", m - 12, s, n * 0.95, 0.10, -0.25)
            if s >= 48:
                lead.play("bell", m + 12, s, 1, 0.07, 0.5)
            if n == 1:
                lead.play("bones", m + 12, s, 1, 0.2, 0.5)
    return {"dance": space.reverb_loop(filt_loop(dance.buf, high=42.0), "yard", 0.3), "lead": space.reverb_loop(filt_loop(lead.buf, high=150.0), "hall", 0.25)}


def defeat() -> dict[str, Stereo]:
    bed, lead = (Stem(f"defeat_{k}", 6 * 8, DEFEAT_EIGHTH) for k in ("bed", "lead"))
    chords = bars_of(DEFEAT_CHORDS)
    _pad(bed, "fiddle", chords, 6.5, 0.10)
    for bar, (c1, _) in enumerate(chords):
        at, m = 6 * bar, low(score.chord(c1)[0])
        bed.play("bass", m, at, 3, 0.5)
        bed.play("gurdy", m, at, 6.7, 0.08, 0.0, 0.0)
        bed.play("war", 34, at, level=0.55)
        bed.play("war", 34, at + 5, level=0.22)
    for s, m, n, _ in score.parse(DEFEAT_TUNE, 8):
        lead.play("crumhorn", m - 12, s, n * 1.0, 0.16, 0.15, 0.012)
        lead.play("recorder", m, s, n * 1.0, 0.22, -0.2, 0.014)
        if n == 1 and s // 6 in (1, 3):
            lead.play("bones", m, s, 1, 0.10, 0.5)
    lead.play("rattle", 60, 46, level=0.3, where=-0.3)
    return {"bed": space.reverb_loop(filt_loop(bed.buf, high=40.0), "hall", 0.4), "lead": space.reverb_loop(filt_loop(lead.buf, high=120.0), "hall", 0.5)}
