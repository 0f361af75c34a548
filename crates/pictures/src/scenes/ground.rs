//! The ground line of Hackenbush.

use super::super::canvas::Canvas;

/// Draws grass below the lowest points, a little wider than the net.
pub(super) fn ground(canvas: &mut Canvas, left: f64, right: f64, y: f64) {
    canvas.rect([left - 30.0, y, right - left + 60.0, 9.0], 3.0, "grass");
    let blades = ((right - left + 60.0) / 12.0) as usize;
    for n in 0..blades {
        let x = left - 26.0 + 12.0 * n as f64;
        let lean = if n % 2 == 0 { 3.0 } else { -2.0 };
        canvas.line((x, y), (x + lean, y - 5.0), "blade");
    }
}
