import { onLive } from '#core/live.ts'
import { handleBlocksChanged, handleReportsChanged } from './queries.ts'

onLive('safety.reports_changed', handleReportsChanged)
onLive('safety.blocks_changed', handleBlocksChanged)
