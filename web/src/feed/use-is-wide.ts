import { mediaQuery } from '#core/ui/media-query.ts'

/** There is room for the filter beside the posts. */
export const useIsWide = mediaQuery('(min-width: 1200px)')
