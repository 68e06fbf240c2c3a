import { arm, companion } from './companion.ts'
import { between, breathe, hop, later, type Moment, rise, swing, visit } from './motion.ts'
import { block, disc, fill, n, put, stage, stroke } from './stage.ts'
import { burst, confetti, flame, hangsAt, heart, partyHat, string } from './things.ts'

export function highFive(t: Moment): string {
  const meet = visit(t, [0.1, 0.4], [0.62, 0.95])
  const left = between(44, 58, meet)
  const right = between(196, 182, meet)
  const hand = [between(88, 111, meet), between(96, 62, meet)] as const
  const other = [between(152, 129, meet), between(96, 62, meet)] as const
  const happy = meet > 0.7
  return stage(
    { sky: 'creamDeep', blob: 'cream' },
    companion({
      x: left,
      top: 112 - 6 * meet,
      r: 36,
      look: [0.2, -0.05],
      tilt: 3 * meet,
      mouth: happy ? 'laugh' : 'smile',
      behind: arm('marigold', [left + 20, 156], [left + 56, 146], hand, 15),
    }),
    companion({
      x: right,
      top: 104 - 6 * meet,
      r: 39,
      colour: 'peacock',
      look: [-0.2, -0.05],
      tilt: -3 * meet,
      mouth: happy ? 'laugh' : 'smile',
      behind: arm('peacock', [right - 22, 152], [right - 58, 142], other, 15),
    }),
    burst(120, 56, rise(t, 0.36, 0.68), 'gulaal', { rays: 9, reach: 34, from: -200, to: 20 }),
  )
}

export function hug(t: Moment): string {
  const squeeze = breathe(t)
  const floating = (x: number, shift: number, size: number) => {
    const go = later(t, shift)
    return put(x + 5 * swing(go, 1), between(86, 12, go), heart(), { scale: size * Math.sin(Math.PI * go) })
  }
  return stage(
    { sky: 'roseSoft', blob: 'cream' },
    floating(104, 0, 0.6),
    floating(138, 0.5, 0.45),
    companion({
      x: 158 - 5 * squeeze,
      top: 100,
      r: 42,
      colour: 'peacock',
      tilt: -3 - 4 * squeeze,
      look: [-0.14, 0.04],
      eyes: 'shut',
    }),
    companion({ x: 86 + 5 * squeeze, top: 112, r: 38, tilt: 3 + 4 * squeeze, look: [0.14, 0], eyes: 'glad' }),
    stroke(`M64 158Q110 ${n(176 + 3 * squeeze)} ${n(166 - 6 * squeeze)} 150`, 'marigoldDeep', 14),
    stroke(`M186 140Q130 ${n(166 + 3 * squeeze)} ${n(72 + 6 * squeeze)} 146`, 'peacockLight', 14),
  )
}

export function party(t: Moment): string {
  const [one, two] = [hop(t, 2), hop(later(t, 0.25), 2)]
  const up = (x: number, y: number, side: number, colour: 'marigold' | 'peacock', lift: number) =>
    arm(colour, [x + side * 22, y + 44], [x + side * 50, y + 38], [x + side * 46, y - 4 - 10 * lift], 14)
  const [a, b] = [116 - 10 * one, 108 - 10 * two]
  return stage(
    { sky: 'neelLight', blob: 'neelSoft' },
    string('peacockLight'),
    ...([20, 60, 100, 140, 180, 220] as const).map((x, at) =>
      put(
        x,
        hangsAt(x),
        fill('M-9 0H9L0 17z', (['gulaal', 'marigold', 'leaf', 'neel', 'gulaal', 'marigold'] as const)[at] ?? 'leaf'),
        { turn: 8 * swing(t, 1, at * 0.3) },
      ),
    ),
    confetti(t, 9),
    companion({
      x: 74,
      top: a,
      r: 35,
      mouth: 'laugh',
      eyes: 'glad',
      behind: up(74, a, -1, 'marigold', one) + up(74, a, 1, 'marigold', two),
      before: put(74, a - 31, partyHat('gulaal', 'white'), { scale: 0.8 }),
    }),
    companion({
      x: 168,
      top: b,
      r: 38,
      colour: 'peacock',
      mouth: 'laugh',
      eyes: 'glad',
      behind: up(168, b, -1, 'peacock', two) + up(168, b, 1, 'peacock', one),
      before: put(168, b - 34, partyHat('marigold', 'gulaal'), { scale: 0.8 }),
    }),
  )
}

export function birthday(t: Moment): string {
  const joy = hop(t, 2)
  const cake =
    block(-46, -34, 92, 42, 10, 'rose') +
    fill(
      'M-46-22a12 12 0 0 1 12-12h68a12 12 0 0 1 12 12q-8 12-15 2-8 12-16 0-8 12-15 0-8 12-16 0-8 12-15 0-8 10-15-2z',
      'white',
    ) +
    disc(-26, -4, 4, 'gulaal') +
    disc(0, 0, 4, 'neel') +
    disc(26, -4, 4, 'leaf') +
    [-22, 0, 22]
      .map((x, at) => stroke(`M${x} -38v-14`, at === 1 ? 'gulaal' : 'neel', 6) + put(x, -54, flame(t, at * 0.3), { scale: 0.72 }))
      .join('')
  return stage(
    { sky: 'roseSoft', blob: 'cream' },
    confetti(t, 9),
    companion({
      x: 66,
      top: 100 - 4 * joy,
      r: 36,
      look: [0.2, 0.05],
      mouth: 'laugh',
      eyes: 'glad',
      before: put(66, 68 - 4 * joy, partyHat('neel', 'marigold'), { turn: -6, scale: 0.85 }),
    }),
    block(106, 164, 130, 8, 4, 'peacock'),
    put(170, 157, cake, { scale: 1.08 }),
  )
}
