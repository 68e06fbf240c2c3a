import type { Moment } from './motion.ts'
import { between, swing } from './motion.ts'
import { type Colour, palette } from './palette.ts'
import { disc, fill, n, put, stroke } from './stage.ts'

/** Around 0 0, about 40 wide. */
export const heart = (colour: Colour = 'gulaal'): string =>
  fill('M0 17C-30-2-19-22-8-20-3-19 0-14 0-12 0-14 3-19 8-20 19-22 30-2 0 17z', colour)

/** Five round points, about 40 wide. */
export function star(colour: Colour = 'marigold'): string {
  const points = Array.from({ length: 10 }, (_, at) => {
    const far = at % 2 === 0 ? 19 : 9
    const angle = (Math.PI * at) / 5 - Math.PI / 2
    return `${n(far * Math.cos(angle))} ${n(far * Math.sin(angle))}`
  })
  return `<path d="M${points.join('L')}z" fill="${palette[colour]}" stroke="${palette[colour]}" stroke-width="5" stroke-linejoin="round"/>`
}

/** Four points that twinkle, about 20 wide. */
export const sparkle = (colour: Colour = 'marigold'): string =>
  fill('M0-11Q1.500-1.500 11 0 1.500 1.500 0 11-1.500 1.500-11 0-1.500-1.500 0-11z', colour)

/** Short rays around a point that move outwards as `share` goes from 0 to 1. */
export function burst(
  x: number,
  y: number,
  share: number,
  colour: Colour,
  { rays = 8, reach = 22, from = 0, to = 360 } = {},
): string {
  if (share <= 0.03 || share >= 0.98) return ''
  const far = between(reach * 0.5, reach, share)
  const long = reach * 0.45 * Math.sin(Math.PI * share)
  const lines = Array.from({ length: rays }, (_, at) => {
    const angle = ((from + ((to - from) * at) / (to - from === 360 ? rays : rays - 1)) * Math.PI) / 180
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    return `M${n(x + dx * far)} ${n(y + dy * far)}L${n(x + dx * (far + long))} ${n(y + dy * (far + long))}`
  })
  return stroke(lines.join(''), colour, 5)
}

const confettiColours: readonly Colour[] = ['gulaal', 'neel', 'leaf', 'marigold', 'peacockLight', 'rose']

/** Falls through the whole picture once per loop; each piece starts at a different height. */
export function confetti(t: Moment, pieces = 18): string {
  return Array.from({ length: pieces }, (_, at) => {
    const down = (t + at * 0.381) % 1
    const x = ((at * 61) % 232) + 4 + 5 * swing(t, 1, at * 0.27)
    const piece =
      at % 3 === 0
        ? `<circle r="3.6" fill="${palette[confettiColours[at % 6] ?? 'gulaal']}"/>`
        : `<rect x="-3" y="-5" width="6" height="10" rx="2" fill="${palette[confettiColours[at % 6] ?? 'gulaal']}"/>`
    return put(x, between(-10, 190, down), piece, { turn: 360 * down + at * 40 })
  }).join('')
}

/** Drawn standing on 0 0. */
export const partyHat = (colour: Colour, dots: Colour): string =>
  fill('M-17 0Q0 7 17 0L3-35Q0-40-3-35z', colour) +
  disc(-5, -8, 3, dots) +
  disc(5, -12, 3, dots) +
  disc(-1, -21, 2.6, dots) +
  disc(0, -38, 5.5, dots)

/** Its base is at 0 0; it leans with the wind. */
export const flame = (t: Moment, shift = 0): string => {
  const lean = 3 * swing(t, 2, shift)
  const high = 26 + 3 * swing(t, 3, shift + 0.2)
  const drop = (w: number, h: number, sway: number) =>
    `M${n(sway)} ${n(-h)}C${n(w * 0.9 + sway * 0.4)} ${n(-h * 0.55)} ${n(w)} ${n(-h * 0.35)} ${n(w)} ${n(-h * 0.3)}A${n(w)} ${n(w)} 0 0 1 ${n(-w)} ${n(-h * 0.3)}C${n(-w)} ${n(-h * 0.35)} ${n(-w * 0.9 + sway * 0.4)} ${n(-h * 0.55)} ${n(sway)} ${n(-h)}z`
  return fill(drop(9, high, lean), 'marigold') + fill(drop(4.5, high * 0.55, lean * 0.4), 'white')
}

/** Its rim is at 0 0. */
export const diya = (t: Moment, shift = 0): string =>
  put(0, 4, flame(t, shift), { scale: 1.15 }) +
  fill('M-28 0Q0 7 28 0 26 22 0 24-26 22-28 0z', 'gulaal') +
  stroke('M-25 2Q0 9 25 2', 'rose', 3)

/** Steam rising above 0 0. */
export const steam = (t: Moment, height = 34): string =>
  [-12, 0, 12]
    .map((x, at) => {
      const sway = 5 * swing(t, 1, at * 0.33)
      return stroke(`M${x} 0q${n(sway)} ${n(-height / 4)} 0 ${n(-height / 2)}t0 ${n(-height / 2)}`, 'white', 4.5)
    })
    .join('')

export const flower = (petals: Colour, heartOf: Colour): string =>
  Array.from({ length: 6 }, (_, at) => {
    const angle = (Math.PI * at) / 3
    return disc(8 * Math.cos(angle), 8 * Math.sin(angle), 6, petals)
  }).join('') + disc(0, 0, 6, heartOf)

export const cloud = (colour: Colour = 'white'): string =>
  fill('M-30 12a13 13 0 0 1 2-26 19 19 0 0 1 35-5 15 15 0 0 1 22 13 9.500 9.500 0 0 1-2 18z', colour)

const SAG = 20

/** Two bows of string along the upper edge, and the height at which something hangs on them. */
export function hangsAt(x: number): number {
  const share = (x % 120) / 120
  return 8 + SAG * 4 * share * (1 - share)
}

export const string = (colour: Colour): string => stroke(`M0 8Q60 ${8 + 2 * SAG} 120 8Q180 ${8 + 2 * SAG} 240 8`, colour, 3)
