import { hashPassword, requireRoomForPassword } from '#accounts/passwords.ts'

/** Fills the password queue, so that the next request is refused. */
export function fillPasswordQueue(): Promise<string>[] {
  const waiting: Promise<string>[] = []
  for (;;) {
    try {
      requireRoomForPassword()
    } catch {
      return waiting
    }
    waiting.push(hashPassword('x'))
  }
}
