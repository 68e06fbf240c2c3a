const urls = new WeakMap<File, string>()

/** Object URL of a picture that is not saved yet. Cached for the life of the page: it is small and may be shown again. */
export function pictureUrl(picture: File): string {
  const known = urls.get(picture)
  if (known !== undefined) return known
  const url = URL.createObjectURL(picture)
  urls.set(picture, url)
  return url
}
