import { createContext, use } from 'react'
import { hubContext } from './hub-context.tsx'
import type { SessionContext } from './area.ts'

export const SessionContextProvider = createContext<SessionContext>(hubContext)
export const useSessionContext = (): SessionContext => use(SessionContextProvider)
