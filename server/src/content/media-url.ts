/** The address of a programme picture, which is named by its hash. */
export const mediaUrl = (hash: string): string => `/media/${hash}`
