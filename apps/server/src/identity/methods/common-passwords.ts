// Well-known passwords, kept as stems: a stem with digits or signs at either end, or with letters
// written as digits, is just as well known.
const stems = new Set(
  `password passwort passw0rd passwd motdepasse contrasena wachtwoord parola heslo lozinka senha salasana losenord
qwerty qwertz azerty qwertyuiop qwertzuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
qqww1122 q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qwaszx wasd poiuytrewq mnbvcxz lkjhgfdsa
iloveyou iloveu loveyou lovely loveme love letmein letmeinnow welcome welcomehome willkommen bienvenue bienvenido
admin administrator root superuser sysadmin manager default guest user username login signin test tester testing
testtest changeme change temp temporary secret topsecret master access public private system server computer
internet network security windows microsoft office google facebook instagram linkedin twitter whatsapp youtube
amazon apple iphone android samsung nokia pokemon minecraft fortnite nintendo playstation xbox starwars startrek
superman batman spiderman ironman wolverine hulk avengers marvel naruto pikachu mario zelda sonic matrix
football baseball basketball softball soccer hockey tennis golf cricket volleyball fussball arsenal liverpool
chelsea manchester manutd barcelona realmadrid juventus bayern dortmund cowboys yankees lakers steelers eagles
raiders patriots packers redsox celtic rangers monkey dragon tiger lion eagle falcon wolf bear panther jaguar
cheetah dolphin shark turtle rabbit bunny kitten kitty puppy doggy horse ponies butterfly spider snake phoenix
unicorn sunshine rainbow sunflower flower flowers rose princess prince queen king angel angels devil heaven
summer winter spring autumn fall january february march april may june july august september october november
december monday tuesday wednesday thursday friday saturday sunday hello hallo hola bonjour ciao goodbye freedom
liberty trustno1 trust shadow ninja samurai warrior hunter killer ranger soldier marine sniper pirate viking
knight wizard merlin gandalf merlot whisky vodka coffee chocolate cookie cookies cheese pizza banana orange
cherry strawberry pepper ginger sugar honey candy cupcake peanut pumpkin pickle potato tomato chicken bacon
michael jennifer jessica ashley amanda daniel andrew joshua matthew thomas robert charlie jordan michelle nicole
anthony william richard joseph david james john george maria anna laura sarah hannah alexander sebastian
stephanie christian christina patrick victoria elizabeth samantha natasha vanessa andrea martin oliver harry
sophie lucas emma olivia isabella mustang ferrari porsche mercedes bmw audi toyota honda yamaha harley camaro
corvette money dollar million lottery casino poker lucky jackpot diamond silver golden gold platinum crystal
purple yellow green blue black white orange red pink silver cheer dance music guitar piano drums metallica
nirvana slipknot eminem beatles elvis madonna rihanna beyonce london paris berlin madrid newyork california
texas florida canada australia america england france germany spain italy brazil mexico india china japan
jesus jesuschrist christ god blessed faith hope grace family mother father brother sister baby babygirl babyboy
sweetheart sweety darling forever together whatever nothing something anything everything incorrect wrongpassword
nopassword mypassword yourpassword thepassword newpassword oldpassword company business demo example sample
parley chatbot conversation assistant correcthorsebatterystaple thisisapassword opensesame abracadabra
computer1 abcdef abcdefg abcdefgh abcdefghi abcabc abcd aabbcc xxxxxx aaaaaa zzzzzz asdasd qweqwe zxczxc`.split(
    /\s+/,
  ),
);

const letters: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase().replaceAll(/\s+/g, "");
  if (isRepetition(plain) || isSequence(plain)) return true;
  return [plain, trimmed(plain), unleeted(trimmed(plain)), trimmed(unleeted(plain)), unleeted(plain)].some(
    (form) => form === "" || stems.has(form) || isRepetition(form),
  );
}

function trimmed(text: string): string {
  return text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}

function unleeted(text: string): string {
  return Array.from(text)
    .map((character) => letters[character] ?? character)
    .join("");
}

/** One piece over and over: aaaaaaaa, abcabcabc. */
function isRepetition(text: string): boolean {
  return /^(.{1,4})\1+$/su.test(text) && text.length > 4;
}

/** Neighbours all the way: 12345678, 87654321, abcdefgh. */
function isSequence(text: string): boolean {
  const codes = Array.from(text).map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return text.length > 3 && steps.size === 1 && (steps.has(1) || steps.has(-1));
}
