/** Nearer than this the device is right: an answer is on its way for a while, and tells whole seconds. */
const slackMs = 60_000
let behindMs = 0

/** `date`: what an answer of the server says the time is. */
export function onServerTime(date: string | null): void {
  const behind = Date.parse(date ?? '') - Date.now()
  if (!Number.isNaN(behind)) behindMs = Math.abs(behind) > slackMs ? behind : 0
}

/** What is due and what is kept up the server decides; a phone with a wrong date must not say otherwise. */
export const serverNow = (): number => Date.now() + behindMs
