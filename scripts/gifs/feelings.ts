import { arm, companion } from './companion.ts'
import { between, breathe, hop, later, type Moment, rise, swing, visit } from './motion.ts'
import { disc, faint, fill, n, put, stage, stroke } from './stage.ts'
import { burst, flower, sparkle, star } from './things.ts'

export function yes(t: Moment): string {
  const nod = breathe(t, 2)
  const thumb =
    fill('M-13 6q-3-13 4-20 3-11 10-10 6 2 3 15h12q7 1 6 8 3 4 0 9 2 6-3 9 0 7-8 8h-14q-9 0-10-19z', 'marigoldDeep') +
    stroke('M6 5h11M6 14h10M6 22h7', 'marigold', 2.6)
  return stage(
    { sky: 'leafSoft', blob: 'cream' },
    companion({ x: 98, top: 96 + 3 * nod, r: 46, look: [0.08, 0.16 * nod], eyes: 'glad' }),
    stroke('M138 168Q164 178 178 138', 'marigoldDeep', 16),
    put(182, 112 - 8 * nod, thumb, { scale: 1.25, turn: -8 + 8 * nod }),
    burst(186, 96, later(t * 2, 0.4), 'leaf', { rays: 5, reach: 34, from: -150, to: -20 }),
  )
}

export function no(t: Moment): string {
  const turn = swing(t, 2)
  return stage(
    { sky: 'creamDeep', blob: 'cream' },
    companion({ x: 120, top: 82, r: 46, colour: 'peacock', look: [0.26 * turn, 0], mouth: 'flat', eyes: 'shut' }),
    arm('peacockLight', [158, 138], [140, 150], [88, 172], 14),
    arm('peacock', [82, 138], [100, 150], [152, 172], 20),
    arm('peacockLight', [82, 138], [100, 150], [152, 172], 14),
    stroke(`M${n(58 + 5 * turn)} 62q-9 17 0 34M${n(182 + 5 * turn)} 62q9 17 0 34`, 'marigold', 5),
  )
}

export function laugh(t: Moment): string {
  const jump = hop(t, 4)
  const tear = (side: number) => {
    const go = later(t * 2, side > 0 ? 0.5 : 0)
    return put(
      120 + side * (44 + 26 * go),
      88 - 14 * Math.sin(Math.PI * go) + 16 * go,
      fill('M0-8C5-1 6 1 6 3A6 6 0 0 1-6 3C-6 1-5-1 0-8z', 'neel'),
      {
        scale: 0.9 * Math.sin(Math.PI * go),
        turn: side * -30,
      },
    )
  }
  return stage(
    { sky: 'roseSoft', blob: 'cream' },
    companion({
      x: 120,
      top: 98 - 6 * jump,
      r: 48,
      tilt: 5 * swing(t, 2),
      eyes: 'glad',
      mouth: 'laugh',
    }),
    tear(-1),
    tear(1),
  )
}

export function thinking(from: Moment): string {
  const t = later(from, 0.85)
  const bubbles = [
    disc(168, 70, 6 * rise(t, 0.08, 0.2), 'white'),
    disc(182, 52, 9 * rise(t, 0.2, 0.34), 'white'),
    put(198, 26, fill('M-28 14a14 14 0 0 1 2-27 20 20 0 0 1 36-3 15 15 0 0 1 16 15 11 11 0 0 1-4 15z', 'white'), {
      scale: rise(t, 0.34, 0.5),
    }),
    ...[0, 1, 2].map((at) => disc(186 + at * 12, 26, 4 * rise(t, 0.5 + at * 0.1, 0.6 + at * 0.1), 'neel')),
  ]
  return stage(
    { sky: 'neelLight', blob: 'neelSoft' },
    companion({
      x: 108,
      top: 98,
      r: 46,
      colour: 'peacock',
      tilt: 3 * swing(t),
      look: [0.16, -0.1 - 0.05 * swing(t)],
      mouth: 'flat',
      before: arm('peacockLight', [146, 196], [146, 148], [118, 134 + 2 * swing(t, 2)], 15),
    }),
    ...bubbles,
  )
}

export function sorry(t: Moment): string {
  const bow = breathe(t)
  const look = [0.18, 0.14 + 0.06 * bow] as const
  return stage(
    { sky: 'neelSoft', blob: 'mintSoft' },
    companion({ x: 98, top: 100 + 4 * bow, r: 44, tilt: 4 + 3 * bow, look, mouth: 'sad' }),
    stroke(`M168 ${n(136 - 3 * bow)}q4 20-4 36`, 'leaf', 5),
    fill('M166 156q14-10 20 0-10 8-20 0z', 'leaf'),
    put(167, 122 - 4 * bow, flower('gulaal', 'marigold'), { scale: 1.5, turn: 8 * swing(t) }),
    arm('marigoldDeep', [120, 166], [140, 182], [164, 160 - 3 * bow], 14),
  )
}

export function sleepy(t: Moment): string {
  const nod = rise(t, 0, 0.7) - rise(t, 0.76, 0.86)
  const bubble = 15 * rise(t, 0.05, 0.7) * (t < 0.74 ? 1 : 0)
  const awake = t > 0.78 && t < 0.95
  return stage(
    { sky: 'neelLight', blob: 'neelSoft' },
    companion({
      x: 116,
      top: 98 + 10 * nod,
      r: 46,
      tilt: 7 * nod,
      look: [0.1, 0.12 * nod],
      eyes: awake ? 'wide' : 'shut',
      mouth: 'small',
    }),
    bubble > 1
      ? faint(disc(138 + bubble, 124 + 14 * nod, bubble, 'white'), 0.8) +
          disc(134 + 1.3 * bubble, 124 + 14 * nod - bubble * 0.4, bubble * 0.18, 'neelLight')
      : '',
    t >= 0.74 ? burst(152, 134, rise(t, 0.72, 0.92), 'white', { rays: 7, reach: 22 }) : '',
    fill('M40 180q4-22 40-18h84q36-2 38 18z', 'gulaal'),
    stroke('M58 170q62-10 128 0', 'rose', 5),
  )
}

export function idea(from: Moment): string {
  const t = later(from, 0.5)
  const lit = visit(t, [0.3, 0.38], [0.92, 1])
  const on = lit > 0.5
  const bulb =
    fill('M-18-6a18 18 0 1 1 36 0c0 9-8 12-9 20H-9c-1-8-9-11-9-20z', on ? 'marigold' : 'white') +
    stroke('M-6-4l6 6 6-6', on ? 'white' : 'mint', 3) +
    stroke('M-7 19H7M-5 25H5', 'peacockLight', 4)
  return stage(
    { sky: on ? 'creamDeep' : 'mint', blob: on ? 'cream' : 'mintSoft' },
    on ? burst(120, 50, 0.35 + 0.2 * swing(t, 2), 'marigold', { rays: 7, reach: 36, from: -200, to: 20 }) : '',
    put(120, 54 - 3 * lit, bulb, { scale: 1 + 0.12 * lit }),
    companion({
      x: 120,
      top: 136 - 5 * lit,
      r: 42,
      colour: 'peacock',
      look: [0, on ? -0.1 : -0.16],
      eyes: on ? 'wide' : 'open',
      mouth: on ? 'laugh' : 'flat',
      behind: on ? arm('peacock', [148, 174], [186, 172], [182, 132 - 3 * swing(t, 2)], 15) : '',
    }),
  )
}

export function proud(t: Moment): string {
  const stretch = Math.cos(2 * Math.PI * t)
  const up = 5 * breathe(t, 2)
  const medal =
    stroke('M100 124L120 150L140 124', 'gulaal', 7) +
    put(
      120,
      156,
      `<g transform="scale(${(0.35 + 0.65 * Math.abs(stretch)).toFixed(2)} 1)">${disc(0, 0, 17, 'white')}${put(0, 0, star(), { scale: 0.62 })}</g>`,
    )
  return stage(
    { sky: 'mint', blob: 'mintSoft' },
    ...(
      [
        [44, 50, 0],
        [196, 44, 0.33],
        [30, 116, 0.66],
        [212, 110, 0.15],
      ] as const
    ).map(([x, y, shift]) => put(x, y, sparkle('marigold'), { scale: 0.4 + 1.1 * breathe(t, 1, shift) })),
    companion({
      x: 120,
      top: 96 - up,
      r: 46,
      colour: 'peacock',
      eyes: 'glad',
      before: `<g transform="translate(0 ${n(-up)})">${medal}</g>`,
    }),
  )
}

export function wellDone(t: Moment): string {
  const clap = breathe(t, 3)
  const hand = (side: number) =>
    arm('marigoldDeep', [120 + side * 40, 158], [120 + side * 62, 176], [120 + side * between(30, 8, clap), 154], 15)
  return stage(
    { sky: 'creamDeep', blob: 'mintSoft' },
    companion({ x: 120, top: 80 - 4 * clap, r: 46, mouth: 'laugh', eyes: 'glad', before: hand(-1) + hand(1) }),
    burst(120, 152, later(t * 3, 0.55), 'gulaal', { rays: 8, reach: 24 }),
    put(48, 60, star('gulaal'), { scale: 0.35 + 0.25 * clap, turn: 20 * swing(t) }),
    put(194, 54, star('peacockLight'), { scale: 0.6 - 0.25 * clap, turn: -20 * swing(t) }),
  )
}
