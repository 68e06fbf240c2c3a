const [width, height] = [480, 680]

/**
 * Empty as yet, and in the middle of the page that opens it; on phones it is a page of its own. Called before anything
 * else: browsers let a window open only as the immediate answer to a press. Null where they do not.
 */
export function openGoogleWindow(): Window | null {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  return window.open('', 'saathi-google', `popup,width=${width},height=${height},left=${left},top=${top}`)
}
