//! Digits of 5 x 7 points: the tick under which a picture was taken must be readable without a font.

/// Points of a digit.
pub const WIDTH: u32 = 5;
pub const HEIGHT: u32 = 7;

/// Row by row from the top; the highest of five bits is the leftmost point.
const DIGITS: [[u8; HEIGHT as usize]; 10] = [
    [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110],
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
];

/// The points of a number, from its top left corner: one empty column between two digits.
pub fn points(number: u32) -> impl Iterator<Item = (u32, u32)> {
    number.to_string().into_bytes().into_iter().enumerate().flat_map(|(place, letter)| {
        let digit = DIGITS[usize::from(letter - b'0')];
        let left = place as u32 * (WIDTH + 1);
        (0..WIDTH * HEIGHT).filter(move |k| digit[(k / WIDTH) as usize] & (1 << (WIDTH - 1 - k % WIDTH)) != 0).map(move |k| (left + k % WIDTH, k / WIDTH))
    })
}

#[cfg(test)]
mod tests {
    use super::{DIGITS, points};

    #[test]
    fn digits_differ_and_stand_side_by_side() {
        for (k, a) in DIGITS.iter().enumerate() {
            assert!(DIGITS[k + 1..].iter().all(|b| a != b), "{k}");
        }
        let seventeen: Vec<_> = points(17).collect();
        let one: Vec<_> = points(1).collect();
        assert!(one.iter().all(|point| seventeen.contains(point)));
        assert!(points(7).all(|(x, y)| seventeen.contains(&(x + 6, y))));
        assert_eq!(seventeen.len(), one.len() + points(7).count());
    }
}
