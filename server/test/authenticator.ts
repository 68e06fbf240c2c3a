import { TOTP } from 'otpauth'

const STEP_MS = 30_000

/** The code that an app shows at this time, or `stepsAhead` half minutes later. */
export const authenticatorCode = (key: string, now: Date, stepsAhead = 0): string =>
  new TOTP({ secret: key }).generate({ timestamp: now.getTime() + stepsAhead * STEP_MS })
