type Ask = () => Promise<boolean>
let ask: Ask | null = null

/** A page with changes that are not saved is asked before a sign-out throws them away. The returned function ends it. */
export function askBeforeSignOut(next: Ask): () => void {
  ask = next
  return () => {
    if (ask === next) ask = null
  }
}

/** Whether the person wants to leave all the same. */
export const mayDropChanges = async (): Promise<boolean> => ask === null || ask()
