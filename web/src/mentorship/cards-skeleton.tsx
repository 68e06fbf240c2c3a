import { SessionSkeleton } from '#learning/public.ts'
import list from './cards-list.module.css'

/** Cards that are on their way. */
export function CardSkeletons() {
  return (
    <div className={list.list} aria-hidden="true">
      {Array.from({ length: 3 }, (_, place) => (
        <SessionSkeleton key={place} />
      ))}
    </div>
  )
}
