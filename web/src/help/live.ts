import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { handleHelpChanged } from './queries.ts'

/** The team has replied, or a message was written or read on another device. */
onLive('help.changed', () => handleHelpChanged(queryClient))
