/** A browser names the page that asks. Programs without a page send no Origin and carry their own token. */
export function isOwnOrigin(origin: string | undefined, host: string, publicOrigin: string | undefined): boolean {
  if (origin === undefined) return true
  if (publicOrigin) return origin === publicOrigin
  return URL.canParse(origin) && new URL(origin).host === host
}
