import { mediaQuery } from '#core/ui/media-query.ts'

/** Above 800 px: narrower screens have no space for a background picture and should not fetch it. */
export const useIsWide = mediaQuery('not all and (max-width: 800px)')
