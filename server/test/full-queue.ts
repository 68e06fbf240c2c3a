import { hashPassword, requireRoomForPassword } from '#accounts/passwords.ts'

/** As many passwords as anyone may wait for: whoever comes next is turned away. */
export function fillQueue(): Promise<string>[] {
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
