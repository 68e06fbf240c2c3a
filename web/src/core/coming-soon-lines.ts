/** Which lines of docs/requirements.md the screens will keep that are not built yet. Only the check of those lines reads it. */
export const comingSoonLines: Readonly<Record<`/${string}`, readonly string[]>> = {
  '/chat': ['CHT-03'],
  '/chat/messenger': ['CHT-03'],
  '/video/join-meeting/$roomId': ['VID-02'],
}
