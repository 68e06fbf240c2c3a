/** Which lines of docs/requirements.md the screens will keep that are not built yet. Only the check of those lines reads it. */
export const comingSoonLines: Readonly<Record<`/${string}`, readonly string[]>> = {
  '/video/join-meeting/$roomId': ['VID-02'],
}
