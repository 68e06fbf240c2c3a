import { chai, diyas, kite, rain, reading } from './days.ts'
import { idea, laugh, no, proud, sleepy, sorry, thinking, wellDone, yes } from './feelings.ts'
import { goodLuck, goodMorning, goodNight, hello, namaste, seeYou, thankYou } from './greetings.ts'
import type { Moment } from './motion.ts'
import { birthday, highFive, hug, party } from './together.ts'

/** Draws one frame of a loop. `frameMs` is how long each frame is shown. */
export type Scene = { draw: (t: Moment) => string; frames: number; frameMs: number }

const lively = (draw: Scene['draw']): Scene => ({ draw, frames: 10, frameMs: 100 })
const gentle = (draw: Scene['draw']): Scene => ({ draw, frames: 12, frameMs: 130 })

/** Keyed by the id in server/gifs/index.json. */
export const scenes: Readonly<Record<string, Scene>> = {
  namaste: gentle(namaste),
  hello: lively(hello),
  'thank-you': gentle(thankYou),
  'well-done': lively(wellDone),
  yes: lively(yes),
  no: lively(no),
  laugh: lively(laugh),
  'high-five': lively(highFive),
  hug: gentle(hug),
  'good-luck': gentle(goodLuck),
  'good-morning': gentle(goodMorning),
  'good-night': gentle(goodNight),
  thinking: gentle(thinking),
  idea: gentle(idea),
  proud: gentle(proud),
  party: lively(party),
  birthday: lively(birthday),
  chai: lively(chai),
  sorry: gentle(sorry),
  sleepy: gentle(sleepy),
  reading: gentle(reading),
  kite: gentle(kite),
  diya: lively(diyas),
  rain: lively(rain),
  'see-you': gentle(seeYou),
}
