import { type Colour, palette } from './palette.ts'
import { n, stroke } from './stage.ts'

export type Eyes = 'open' | 'shut' | 'glad' | 'wide'
export type Mouth = 'smile' | 'laugh' | 'sad' | 'small' | 'flat'
export type Companion = {
  x: number
  /** Height of the widest part of the head, as in the drawings in the pages. */
  top: number
  r: number
  colour?: Colour
  base?: number
  /** + at) ==> 3 + index) */
  tilt?: number
  /** Direction of the face, as a fraction of the radius. */
  look?: readonly [number, number]
  eyes?: Eyes
  mouth?: Mouth
  /** Drawn with the companion, so it tilts with it. */
  behind?: string
  before?: string
}

const onDark: readonly Colour[] = ['peacock', 'neel', 'gulaal', 'leaf']

export function companion(who: Companion): string {
  const { x, top, r, colour = 'marigold', base = 190, tilt = 0, behind = '', before = '' } = who
  const body = `<path d="M${n(x - r)} ${n(base)}V${n(top)}a${n(r)} ${n(r)} 0 0 1 ${n(2 * r)} 0V${n(base)}z" fill="${palette[colour]}"/>`
  return `<g transform="rotate(${n(tilt)} ${n(x)} ${n(base)})">${behind}${body}${faceOf(who)}${before}</g>`
}

function faceOf({ x, top, r, colour = 'marigold', look = [0, 0], eyes = 'open', mouth = 'smile' }: Companion): string {
  const ink: Colour = onDark.includes(colour) ? 'white' : 'ink'
  const blush: Colour = colour === 'peacock' ? 'marigold' : colour === 'gulaal' ? 'white' : 'gulaal'
  const middle = x + look[0] * r
  const level = top + look[1] * r
  const cheek = (side: number) =>
    `<circle cx="${n(middle + side * 0.6 * r)}" cy="${n(level + 0.32 * r)}" r="${n(0.12 * r)}" fill="${palette[blush]}" opacity=".5"/>`
  const drawEyes = [-1, 1].map((side) => eyeOf(eyes, middle + side * 0.34 * r, level, r, ink)).join('')
  return cheek(-1) + cheek(1) + drawEyes + mouthOf(mouth, middle, level + 0.32 * r, r, ink)
}

function eyeOf(eyes: Eyes, x: number, y: number, r: number, ink: Colour): string {
  const w = 0.15 * r
  const width = Math.max(2.6, r * 0.085)
  if (eyes === 'shut') return stroke(`M${n(x - w)} ${n(y)}q${n(w)} ${n(w)} ${n(2 * w)} 0`, ink, width)
  if (eyes === 'glad') return stroke(`M${n(x - w)} ${n(y + w / 2)}q${n(w)} ${n(-1.6 * w)} ${n(2 * w)} 0`, ink, width)
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n((eyes === 'wide' ? 0.155 : 0.12) * r)}" fill="${palette[ink]}"/>`
}

function mouthOf(mouth: Mouth, x: number, y: number, r: number, ink: Colour): string {
  const w = 0.23 * r
  const width = Math.max(2.6, r * 0.085)
  const start = `M${n(x - w)} ${n(y)}`
  if (mouth === 'sad')
    return stroke(`M${n(x - w * 0.8)} ${n(y + 0.12 * r)}q${n(w * 0.8)} ${n(-0.9 * w)} ${n(1.6 * w)} 0`, ink, width)
  if (mouth === 'flat') return stroke(`M${n(x - w * 0.7)} ${n(y + 0.06 * r)}h${n(1.4 * w)}`, ink, width)
  if (mouth === 'small') return `<circle cx="${n(x)}" cy="${n(y + 0.1 * r)}" r="${n(0.09 * r)}" fill="${palette[ink]}"/>`
  if (mouth === 'laugh') {
    const wide = 1.15 * w
    return (
      `<path d="M${n(x - wide)} ${n(y - 0.02 * r)}h${n(2 * wide)}a${n(wide)} ${n(wide * 1.15)} 0 0 1 ${n(-2 * wide)} 0z" fill="${palette[ink]}"/>` +
      `<ellipse cx="${n(x)}" cy="${n(y + wide * 0.82)}" rx="${n(wide * 0.5)}" ry="${n(wide * 0.26)}" fill="${palette.gulaal}"/>`
    )
  }
  return stroke(`${start}q${n(w)} ${n(1.2 * w)} ${n(2 * w)} 0`, ink, width)
}

type Point = readonly [number, number]

/** From shoulder to hand, bent at the elbow. */
export const arm = (colour: Colour, shoulder: Point, elbow: Point, hand: Point, width = 14): string =>
  stroke(`M${n(shoulder[0])} ${n(shoulder[1])}Q${n(elbow[0])} ${n(elbow[1])} ${n(hand[0])} ${n(hand[1])}`, colour, width)
