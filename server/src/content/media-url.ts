/** Where a picture of the programme is shown from; its hash is its name. */
export const mediaUrl = (hash: string): string => `/media/${hash}`
