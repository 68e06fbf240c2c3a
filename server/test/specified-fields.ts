type SpecifiedFields = {
  entity: string
  call: string
  /** The path inside the reply: names, `[]` for list items, `*` for map values. */
  at: string
  /** As spelt in the specification. */
  fields: string
  /** Sent only in cases where it reveals nothing; there it must be present. */
  later?: string
}

const question = {
  fields:
    'key order title localeTitle label localeLabel helpText localeHelpText mandatory questionType disabled answerOptions scaleQuestionnaire autocomplete',
}
const session =
  'id title localeTitle banner color tags duration sessionDuration durationCompleted isBookmarked isLearningHub sessionStatus endDate completedSteps overview localeOverview'

/** Every entity of section 3 and every reply field of section 7, with its location. */
export const specifiedFields: readonly SpecifiedFields[] = [
  {
    entity: 'User profile',
    call: 'GET /api/v2/users/profile/',
    at: '',
    fields:
      'firstName lastName bio picture phoneNumber role displayName email hasAgreedTerms newPrimaryLanguage provider id status',
  },
  {
    entity: 'Status',
    call: 'GET /api/v2/users/profile/',
    at: 'status',
    fields: 'surveys experiences newSessionAvailable matching',
  },
  {
    entity: 'Survey of the status',
    call: 'GET /api/v2/users/profile/',
    at: 'status surveys []',
    fields: 'surveyId surveyStatus expPermission',
  },
  {
    entity: 'Experiences',
    call: 'GET /api/v2/users/profile/',
    at: 'status experiences',
    fields: 'curriculum session video survey internship chattype chatStatus',
  },
  {
    entity: 'Chat status',
    call: 'GET /api/v2/users/profile/',
    at: 'status experiences chat_status',
    fields: 'mentorshipChat aiChat helpCenter',
  },
  { entity: 'Matching of the status', call: 'GET /api/v2/users/profile/', at: 'status matching', fields: 'matchingStatus' },
  { entity: 'Account exists', call: 'POST /api/v2/users/account-exists/', at: '', fields: 'userExist' },
  { entity: 'Reset', call: 'POST /api/v2/users/reset-password/', at: '', fields: 'message' },
  { entity: 'Declaration', call: 'GET /api/v2/declarations/', at: '', fields: 'declaration' },
  { entity: 'Project list', call: 'GET /api/v3/project-list/', at: 'data', fields: 'projects' },
  { entity: 'Project', call: 'GET /api/v3/project-list/', at: 'data projects *', fields: 'key emailDomains isDisabled' },
  { entity: 'System status', call: 'GET /api/v2/users/system_status/', at: '', fields: 'underMaintenance' },
  {
    entity: 'Language',
    call: 'GET /api/v2/translation/getSupportedLanguages/',
    at: 'languages []',
    fields: 'language languageCode isActive isDefault',
  },
  { entity: 'Session of a list', call: 'GET /api/v2/learninghub/sessions/', at: 'sessions []', fields: session },
  { entity: 'Session', call: 'GET /api/v2/learninghub/sessions/{id}/', at: '', fields: `${session} sessionSteps` },
  {
    entity: 'Session of a mentorship',
    call: 'GET /api/v2/mentorships/mysessions/',
    at: 'sessions []',
    fields: `${session} partnerCompletedSteps`,
  },
  {
    entity: 'Partners of a session',
    call: 'GET /api/v2/mentorships/mysessions/',
    at: 'sessions [] partner_completed_steps []',
    fields: 'partnerStatus',
  },
  {
    entity: 'Step',
    call: 'GET /api/v2/learninghub/sessions/{id}/',
    at: 'session_steps []',
    fields: 'id title localeTitle duration order content status',
  },
  {
    entity: 'Content item',
    call: 'GET /api/v2/learninghub/sessions/{id}/',
    at: 'session_steps [] content []',
    fields: 'id contentType text localeText image localeImage url localeUrl quiz allowRetake',
  },
  {
    entity: 'Quiz',
    call: 'GET /api/v2/learninghub/quiz/{a}/{b}/{c}/',
    at: 'quiz',
    fields: 'id helpText localeHelpText questions',
  },
  { entity: 'Question of a quiz', call: 'GET /api/v2/learninghub/quiz/{a}/{b}/{c}/', at: 'quiz questions []', ...question },
  {
    entity: 'Answer option',
    call: 'GET /api/v2/learninghub/quiz/{a}/{b}/{c}/',
    at: 'quiz questions [] answer_options []',
    fields: 'key label displayOrder helpText',
    later: 'isCorrect',
  },
  {
    entity: 'Scale',
    call: 'GET /api/v2/learninghub/quiz/{a}/{b}/{c}/',
    at: 'quiz questions [] scale_questionnaire',
    fields: 'sorting options',
  },
  {
    entity: 'Option of a scale',
    call: 'GET /api/v2/learninghub/quiz/{a}/{b}/{c}/',
    at: 'quiz questions [] scale_questionnaire options []',
    fields: 'option label',
  },
  {
    entity: 'Mentorship progress',
    call: 'GET /api/v2/mentorships/{id}/progress/',
    at: '',
    fields: 'steps partnerSteps completedQuiz totalQuiz completedSessions totalSessions badges quizStreaks',
  },
  {
    entity: 'Partner steps',
    call: 'GET /api/v2/mentorships/{id}/progress/',
    at: 'partner_steps []',
    fields: 'userId stepDetails',
  },
  { entity: 'Badge', call: 'GET /api/v2/mentorships/{id}/progress/', at: 'badges []', fields: 'badgeType sessionTitle' },
  { entity: 'Streak', call: 'GET /api/v2/mentorships/{id}/progress/', at: 'quiz_streaks []', fields: 'timestamp' },
  {
    entity: 'Survey',
    call: 'GET /api/v2/screening/surveys/{id}/',
    at: '',
    fields:
      'id name localeName shortDescription localeShortDescription icon status expPermission stages backgroundImage currentStageId stageStatus',
  },
  {
    entity: 'Survey of the list',
    call: 'GET /api/v2/screening/survey-list/',
    at: 'surveys []',
    fields: 'id name localeName shortDescription localeShortDescription icon status expPermission',
  },
  { entity: 'Stage', call: 'GET /api/v2/screening/stages/{id}/', at: '', fields: 'id name localeName description pages' },
  {
    entity: 'Page of a stage',
    call: 'GET /api/v2/screening/stages/{id}/',
    at: 'pages []',
    fields: 'title description questions',
  },
  {
    entity: 'Question of a stage',
    call: 'GET /api/v2/screening/stages/{id}/',
    at: 'pages [] questions []',
    fields: `${question.fields} displayOrder pageNumber`,
  },
  { entity: 'Community content', call: 'GET /api/v1/community/', at: 'community []', fields: 'id content' },
  { entity: 'FAQ topic', call: 'GET /api/v1/community/', at: 'faq []', fields: 'topicTitle content' },
  { entity: 'Pair of an FAQ topic', call: 'GET /api/v1/community/', at: 'faq [] content []', fields: 'question answer' },
  {
    entity: 'Answer to a survey',
    call: 'GET /api/v3/screening/answers/',
    at: 'stages [] answers []',
    fields: 'questionKey answer',
  },
  {
    entity: 'Unread count',
    call: 'GET /api/v2/chat/unread-message/',
    at: 'channels []',
    fields: 'channelId unreadCount isTagged',
  },
  { entity: 'Feed post', call: 'GET /api/v2/learninghub/feed/', at: 'posts []', fields: 'id event feedLikes isLiked content' },
  {
    entity: 'Content of a post',
    call: 'GET /api/v2/learninghub/feed/',
    at: 'posts [] content',
    fields: 'thumbnail description link title mtCuratedNote text author',
  },
  { entity: 'Range of the feed', call: 'GET /api/v2/learninghub/feed/daterange/', at: '', fields: 'firstDate lastDate' },
  { entity: 'Card', call: 'GET /api/v2/card/', at: 'cards []', fields: 'image link text' },
  { entity: 'Work-readiness', call: 'GET /api/v2/mentorships/wrt/', at: '', fields: 'workReadinessScore' },
  {
    entity: 'Channel',
    call: 'GET /api/v2/chat/channels/',
    at: 'channels []',
    fields: 'channelId channelName isGroup channelMembers isTagged',
  },
  {
    entity: 'Channel member',
    call: 'GET /api/v2/chat/channels/',
    at: 'channels [] channel_members []',
    fields: 'userId userFullName displayPicture role isActive isPairManager lastViewedTimestamp myDirectChannelWithUser',
  },
  { entity: 'Search', call: 'POST /api/v2/chat/search-chat-message/', at: '', fields: 'messages hasNextPage' },
  {
    entity: 'Search message',
    call: 'POST /api/v2/chat/search-chat-message/',
    at: 'messages []',
    fields: 'messageId channelId text user',
  },
  {
    entity: 'User of a search message',
    call: 'POST /api/v2/chat/search-chat-message/',
    at: 'messages [] user',
    fields: 'firstName lastName userEmailId',
  },
  { entity: 'Link preview', call: 'GET /api/v2/chat/link-preview/', at: '', fields: 'title description image url' },
  { entity: 'Bot user', call: 'GET /api/v2/chat/bot-users/', at: 'bot_users []', fields: 'userId roleType' },
  {
    entity: 'Meeting history',
    call: 'GET /api/v2/chat/{id}/channel-history/',
    at: 'history []',
    fields: 'meetingDatetime summaryTextFileUrl transcriptionTextFileUrl meetingRecordingId rating',
  },
  {
    entity: 'Meeting summary rating',
    call: 'GET /api/v2/video/meeting-summary-rating-status/',
    at: '',
    fields: 'meetingRatingStatus meetingRecordingId meetingDateTime meetingRatingTitle',
  },
  {
    entity: 'Video room',
    call: 'GET /api/v2/video/room/{id}/',
    at: '',
    fields: 'room token startTime title sessionName visitStatus channel callInProgress',
  },
  {
    entity: 'Calendar event',
    call: 'GET /api/v1/mentorships/{id}/calendar-events/',
    at: 'events []',
    fields:
      'id title description eventFrequency scheduledTime sessionName isPairGroupCall isRecurringEvent repeatEndDate mentorship mentorGroup createdBy videos',
  },
  {
    entity: 'Video of an event',
    call: 'GET /api/v1/mentorships/{id}/calendar-events/',
    at: 'events [] videos []',
    fields: 'sessionUuid',
  },
  {
    entity: 'Calendar integration',
    call: 'GET /api/v2/mentorships/available-calendar-integrations/',
    at: 'integrations [] integration',
    fields: 'provider email id',
  },
  {
    entity: 'Match list',
    call: 'GET /api/v2/matching/get-match-list/',
    at: '',
    fields: 'matchTrackers screen expiryHours userMatchType',
  },
  {
    entity: 'Match tracker',
    call: 'GET /api/v2/matching/get-match-list/',
    at: 'match_trackers []',
    fields:
      'id fullName displayName email status interestStatus groupCompatibility exclusiveCriteria clashingCriterias updatedTimestamp displayPicture affiliation',
  },
  {
    entity: 'Exclusive criterion',
    call: 'GET /api/v2/matching/get-match-list/',
    at: 'match_trackers [] exclusive_criteria *',
    fields: 'mandatory name icon matchedAnswer',
  },
  { entity: 'Match info', call: 'GET /api/v2/matching/get-match-info/{id}/', at: '', fields: 'criteriaJson about' },
  {
    entity: 'Criterion',
    call: 'GET /api/v2/matching/get-match-info/{id}/',
    at: 'criteria_json []',
    fields: 'order matchingCriteria localeMatchingCriteria answer matchedAnswer match icon helpText key',
  },
  {
    entity: 'Group info',
    call: 'GET /api/v2/matching/group-hold-info/',
    at: '',
    fields: 'groupSize actualSize existingMemberInfo clubRule createdOn groupStartsIn',
  },
  {
    entity: 'Member of a group',
    call: 'GET /api/v2/matching/group-hold-info/',
    at: 'existing_member_info []',
    fields: 'id fullName role displayPicture',
  },
  { entity: 'Club rule', call: 'GET /api/v2/matching/group-hold-info/', at: 'club_rule []', fields: 'answer icon' },
  { entity: 'Confirmation', call: 'POST /api/v2/matching/match-status/', at: '', fields: 'status' },
]
