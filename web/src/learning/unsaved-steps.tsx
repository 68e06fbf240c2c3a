import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from '#core/connection.ts'
import { isOpenWalk } from './open-walk.ts'
import { keepUnsaved, unsavedSteps, unsavedWalks } from './remembered.ts'
import { completeUnseen, isCompletingIn } from './session-queries.ts'
import './unsent.ts'
import { troubleOf } from './use-saving.ts'

/** Steps read while nothing could be stored: tried again at the start and when the connection is back, wherever one is then. */
export function UnsavedSteps() {
  const client = useQueryClient()
  const connection = useConnection()
  useEffect(() => {
    if (connection === 'online') rounds = rounds.then(() => saveAll(client))
  }, [client, connection])
  return null
}

/** One after the other: a connection that comes and goes must not send a step twice at once. */
let rounds: Promise<void> = Promise.resolve()

async function saveAll(client: QueryClient): Promise<void> {
  let hasStored = false
  for (const walk of unsavedWalks()) if (await saveWalk(client, walk)) hasStored = true
  // Which pages show it only their rooms know; it comes seldom enough to read them all anew.
  if (hasStored) void client.invalidateQueries()
}

type Walk = ReturnType<typeof unsavedWalks>[number]

/** Whether anything was stored. What the server will never take is let go: its session shows the step as open. */
async function saveWalk(client: QueryClient, walk: Walk): Promise<boolean> {
  const { session, mentorship } = walk
  let hasStored = false
  for (const step of unsavedSteps(session, mentorship)) {
    // Meanwhile the player may have been opened, the step stored in another tab, or the person signed out.
    const left = () => unsavedSteps(session, mentorship)
    if (isOpenWalk(walk) || isCompletingIn(client, session, walk) || !left().includes(step)) return hasStored
    try {
      await completeUnseen(client, session, walk, step)
      hasStored = true
    } catch (error) {
      if (troubleOf(error, step)?.kind === 'later') return hasStored
    }
    const others = left().filter((each) => each !== step)
    if (others.length < left().length) keepUnsaved(session, others, mentorship)
  }
  return hasStored
}
