import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearHelp } from './queries.ts'

/** The team has answered, or something was written or read on another device. */
onLive('help.changed', () => hearHelp(queryClient))
