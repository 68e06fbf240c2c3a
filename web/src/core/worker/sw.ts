import type { Build } from './build.ts'
import { listenForRequests } from './listen.ts'
import { listenForPush, type PushScope } from './push.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope & PushScope
declare const __BUILD__: Build

listenForRequests(self, __BUILD__)
listenForPush(self)
