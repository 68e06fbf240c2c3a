import { useLocation, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useHashTarget } from './use-hash-target.ts'

/** Any number may be open. The address hash is the one opened last, so that it can be shared and survives a reload. */
export function useOpenQuestions(isReady: boolean) {
  const { hash } = useLocation()
  const router = useRouter()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([hash]))
  const [seenHash, setSeenHash] = useState(hash)
  const own = useRef<string>(null)
  useHashTarget(isReady, own)

  if (hash !== seenHash) {
    setSeenHash(hash)
    if (hash) setOpen(new Set([...open, hash]))
  }

  function toggle(id: string) {
    const isClosing = open.has(id)
    const next = new Set(open)
    if (isClosing) next.delete(id)
    else next.add(id)
    setOpen(next)
    own.current = id
    if (isClosing && hash !== id) return
    void router.navigate({
      to: '.',
      search: true,
      hash: isClosing ? '' : id,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }

  return { isOpen: (id: string) => open.has(id), toggle }
}
