type Walk = { session: number; mentorship: number | undefined }

/** The one whose player is open: it stores its own steps, and says how that goes. */
let shown: Walk | null = null

/** Returns how to close it. */
export function openWalk(session: number, mentorship: number | undefined): () => void {
  const walk = { session, mentorship }
  shown = walk
  return () => {
    if (shown === walk) shown = null
  }
}

export const isOpenWalk = ({ session, mentorship }: Walk): boolean =>
  shown?.session === session && shown.mentorship === mentorship
