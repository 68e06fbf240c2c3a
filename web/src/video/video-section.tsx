import { CallFlow } from './call-flow.tsx'
import { NoVideo } from './no-video.tsx'

/** The section of the chat page: the call that its address names. */
export const VideoSection = ({ room }: { room: string | null }) =>
  room === null ? <NoVideo /> : <CallFlow key={room} id={room} />
