/**
 * The most used passwords worldwide and in India, without the digits and signs people append to satisfy a rule. This
 * also covers `Password@123`, `Qwerty1!` and `P@ssw0rd`.
 */
const common = new Set(
  `
  123456 12345678 123456789 1234567890 12345 1234567 111111 000000 654321 666666 121212 112233 123123 987654321 11111111
  00000000 88888888 12341234 147258369 password passw0rd pass password1 password12 password123 password1234 passwort
  passphrase mypassword newpassword yourpassword oldpassword default changeme changeit letmein letmeinn welcome welcomeback
  welcomehome admin administrator administrador root toor guest user username login logmein master superuser support system
  server test tester testing testtest testuser temp temporary demo example sample secret topsecret private access computer
  internet network google gmail yahoo hotmail facebook instagram whatsapp youtube twitter linkedin microsoft windows android
  samsung iphone apple motorola nokia oppo vivo redmi xiaomi oneplus realme jio airtel qwerty qwertyu qwertyui qwertyuiop
  qwerty123 qwert qwer asdf asdfg asdfgh asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc 1qaz2wsx
  1qaz2wsx3edc zaq1zaq1 zaq12wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 q1w2e3r4t5 qweasd qweasdzxc asdzxc poiuyt lkjhgf
  mnbvcxz abcd abcde abcdef abcdefg abcdefgh abc abc123 abcd1234 a1b2c3 a1b2c3d4 aaaaaa aaaaaaaa xxxxxx xxxxxxxx zzzzzz aabbcc
  iloveyou iloveu ilovemom ilovedad ilovegod loveyou lovely love lover loveme mylove sweetheart darling honey baby babygirl
  babyboy princess prince angel angels sunshine sunflower flower rainbow butterfly rose jasmine daisy lily lotus cherry banana
  orange apple1 mango chocolate cookie cupcake candy sugar cheese pepper ginger coffee dragon monkey tiger lion eagle falcon
  panther wolf bear horse shark dolphin kitty kitten puppy doggy buster charlie bailey maggie max lucky rocky shadow smokey
  tigger snoopy garfield pokemon pikachu naruto superman batman spiderman ironman hulk avengers starwars matrix harrypotter
  hogwarts minecraft fortnite roblox pubg freefire football soccer cricket cricketer baseball basketball hockey tennis
  volleyball badminton kabaddi liverpool arsenal chelsea manchester barcelona realmadrid juventus ronaldo messi neymar sachin
  tendulkar dhoni kohli rohit india indian bharat hindustan jaihind vandemataram incredibleindia mumbai delhi bangalore
  bengaluru chennai kolkata hyderabad pune jaipur lucknow kanpur nagpur indore bhopal patna surat ahmedabad kochi kerala
  tamilnadu maharashtra punjab gujarat rajasthan bihar ganesh ganesha krishna harekrishna radhakrishna radhe radheradhe shiva
  shivshakti omshanti omnamahshivaya jaishreeram jaishriram shriram sitaram hanuman bajrangbali mahadev harharmahadev lakshmi
  durga saraswati jaimatadi waheguru satnam allah bismillah inshallah mashallah jesus jesuschrist jesuslove christ god
  godisgood godislove blessed blessing faith hope peace heaven amen namaste swagat dost dosti yaar pyaar jaan janu meri
  merijaan shona rani raja beta maa mummy papa mummypapa mompapa maapapa family myfamily mother father brother sister friend
  friends friendship bestfriend bestfriends forever together happy happyday smile sweet cool coolboy hotboy badboy goodboy
  goodgirl rockstar superstar hero killer hunter ranger warrior soldier captain king queen boss legend champion winner success
  money dollar rupees millionaire diamond golden silver platinum mustang ferrari porsche mercedes bmw audi honda yamaha pulsar
  bullet harley corvette camaro trustno1 whatever nothing something anything everything nopassword blahblah hello hellohello
  helloworld hellothere hi hithere goodmorning goodnight goodluck thankyou please helpme openup opensesame sesame michael
  michelle jennifer jessica ashley amanda daniel matthew joshua andrew anthony thomas robert william james jordan justin
  nicole hannah sophie sophia olivia emma charlotte george jack oliver harry samantha elizabeth alexander anna maria martin
  david richard rahul amit sumit rohan rajesh suresh ramesh mahesh ravi raju vijay ajay sanjay arjun akash ankit deepak manish
  vikas vikram pooja priya neha anjali kavita sunita anita geeta seeta sita gita usha kiran jyoti divya nisha ritu sonia aarav
  aditya ishaan vivaan anaya diya january february march april may june july august september october november december monday
  tuesday wednesday thursday friday saturday sunday spring summer autumn winter summertime diwali holi eid christmas newyear
  birthday school college university student students teacher mentor mentee company office employee manager business work job
  blink182 metallica nirvana eminem linkinpark slipknot beatles pinkfloyd guitar music dancer dance singer movie bollywood
  freedom liberty america american canada london paris newyork texas dallas chicago phoenix florida california boston yellow
  purple blue green black white red pink startrek gandalf frodo merlin wizard magic phantom ghost demon devil satan lucifer
  vampire zombie nothing1 ncc1701
`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Characters that people substitute for letters. */
const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
// Bounded: no password is longer than 1,024 characters.
const withoutSuffix = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}]+$/u, '')
const undisguise = (text: string) => text.replace(/[@43!10$57]/g, (sign) => disguises[sign] ?? sign)

/** Shorter names occur in too many good passwords by chance. */
const MIN_OWN_LENGTH = 3

type PersonalDetails = { email: string; firstName?: string | undefined; lastName?: string | undefined }

/** Words that people who know the person would try. Names may not be known yet. */
export const ownWords = ({ email, firstName = '', lastName = '' }: PersonalDetails): string[] => [
  email,
  firstName,
  lastName,
  `${firstName}${lastName}`,
]

/** Used in the browser while typing and on the server. `own`: see `ownWords`. */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const bare = withoutSuffix(password)
  const forms = [password.toLowerCase(), plain(password), bare, plain(bare), undisguise(bare), plain(undisguise(bare))]
  const known = own
    .flatMap((text) => [plain(text), plain(text.split('@')[0] ?? ''), withoutSuffix(plain(text.split('@')[0] ?? ''))])
    .filter(({ length }) => length >= MIN_OWN_LENGTH)
  return forms.some((form) => common.has(form) || known.includes(form))
}
