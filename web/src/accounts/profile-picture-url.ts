const urls = new WeakMap<File, string>()

/** Where the page finds a picture that is not saved yet. Kept for as long as the page: it is small, and may come back. */
export function pictureUrl(picture: File): string {
  const known = urls.get(picture)
  if (known !== undefined) return known
  const url = URL.createObjectURL(picture)
  urls.set(picture, url)
  return url
}
