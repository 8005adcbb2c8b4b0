import { once } from '../../platform/once.ts';

/*
 * Words that say little about a skill. The lists are fixed, so that the similarity of two descriptions depends on these
 * two alone: a third skill changes nothing, and every check of the same files gives the same result.
 */

/**
 * Function words of English and common phrases of descriptions: "this skill should be used when the user asks to …".
 */
const english = `a about above across after all already also always am an and another any anything are as ask asked
asking asks at automatically be because been before being below between both but by can claude's could did do does
doing don't done during each either else etc even every everything for from get gets getting give given gives had has
have having help helpful helping helps her here him his how i if immediately in including includes include instead
into invoke invoked invoking is it its itself just keep like make makes making many may me mention mentioned mentions
might more most much must my need needed needing needs never no nor not of off on once one only onto or other others
our out over own per perform performing performs please proactively provide provides providing rather really requested
requesting requires same say says see she should skill so some something such than that the their them then there
these they this those through thus to too toward towards trigger triggered triggering triggers under until up upon us
use used useful user users uses using various very via want wanted wants was we well were what whatever when whenever
where whether which while who whom whose why will with within without would yet you your activate activates activated
e.g i.e eg ie covers covering suggest suggests`;

/**
 * The most common function words of other languages in Latin and Cyrillic script, except those that are also English
 * nouns.
 */
const otherLanguages = `aber alle als am auch auf aus bei beim das dem den der des dich die dies diese dieser du durch
ein eine einem einen einer er es für hat ich ihr im ist kann mit nach nicht nur oder ohne sich sie sind soll über um
und uns vom von vor wenn werden wie wird zu zum zur au aux avec ce ces cette comme dans de des du elle en est et il
ils la le les leur lorsque mais ne nous ou où par pas plus pour quand que qui sa sans se ses son sont sur un une vous
al como con cuando del donde el ella esta este lo los las más muy no para pero por según ser si sin sobre su sus
también una unos usa usar utiliza utilise ao aos com da das do dos em esse isso não nas nos na no ou pela pelo quando
se uma usuário usuario utilisateur nutzer benutzer che ci come dei delle della di gli ha il nel nella nello non per
più sono tra uno aan bij dat een het of om op te van voor wanneer zijn в во для и из или к как когда на не но о об он
от по при с со то у что это`;

/** Words that every other description uses. They count for little in the comparison and distinguish no two skills. */
const common = `access action add advanced agent ai analysis analyze anthropic any api app application approach apply
architecture area artifact assist audit authoring authoritative authority automate automation available avoid based
basic behavior best branch break bug build call capability capture case category central change check choose claude
clean clear cli code codebase coding collaboration command comment commit common compare complete complex component
comprehensive concept concise configuration configure consistency consistent content context control convention
convert correct coverage create creation critical cross current custom customize data debug decide decision deep
define definition deliver depth description design detail detect determine develop development different directory
discover discovery docs document documentation domain draft driven edit effective efficient enable encounter end
enforce ensure entire environment error evaluate example execute execution existing expert expertise explain explore
extend extension external fail failure feature format feedback file find first fix flow focus folder follow framework
full functionality general generate generation goal good great guidance guide guideline handle handling high idea
identify implement implementation important improve information input install instruction integrate integration
interactive interface investigate issue iterate key knowledge language large level library line link list local logic
look maintain manage management manual mechanism merge method methodology mode model modern modify module multi
multiple name natural new next normal note official open operation opportunity optimal optimize optimization option
organization organize orchestrate output overview package parallel part pattern performance phase plan platform plugin
point powerful practice prepare present prevent principle problem procedure process produce product production
professional project prompt proper proposal propose pull push quality query question quick read ready recommendation
reference refine related release relevant remove repo report repository request requirement research resolve resource
response result review right robust root rule run running safe scenario scope script search section select send server
service session set settings setup share skill show simple single software solution solve source spec specialized
specific specification stage standard start state status step storage strategy structure structured style submit
summarize summary support syntax synthesize system systematic tag target task team technical technique template test
testing text time token tool topic track transform trouble troubleshoot two type understand understanding unexpected
update user validate validation value variant verification verify version view visual way work workflow working write
writing pr prs mcp json markdown md`;

/**
 * Words with much the same meaning in a description, one group per line: to review or to check code is no difference.
 */
const sameMeaning = `review analyze analysis assess audit check evaluate examine inspect inspection scan validate verify
create author build craft design develop development generate implement implementation make produce write
edit add update modify change
improve enhance optimize polish refine refactor simplify
fix debug diagnose repair resolve solve troubleshoot
explain describe document documentation doc
guide guidance guideline help helper assist assistant expert expertise reference manager management
practice pattern convention best
workflow process procedure flow
bug issue problem error failure defect
setup configure configuration install
find search locate discover look
run execute perform`;

/** Pairs of characters that East Asian descriptions share on any subject. */
const commonPairs = `使用 用户 用戶 户要 当用 當用 户需 需要 创建 创作 進行 进行 时使 時使 技能 代码 代碼 帮助 用于 用於 适用 以及 ユー ーザ ザー
する すると こと とき 場合 した して ます です この スキ キル 使う 使用 사용 용자 경우 하는 하기 할때 스킬 때사`;

const representatives = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      sameMeaning.split('\n').flatMap((group) => {
        const terms = listed(group).map(foldWord);
        return terms.map((term) => [term, terms[0] ?? term] as const);
      }),
    ),
);

/** The term for a lower-case word: the same for all its forms and for words with much the same meaning. */
export function termOf(word: string): string {
  const folded = foldWord(word);
  return representatives().get(folded) ?? folded;
}

export const stopWords = once((): ReadonlySet<string> => new Set([...listed(english), ...listed(otherLanguages)]));

/** Words that distinguish no two skills, as terms. */
export const commonTerms = once(
  (): ReadonlySet<string> =>
    new Set([...listed(common).map(termOf), ...representatives().values(), ...listed(commonPairs)]),
);

function listed(words: string): string[] {
  return words.split(/\s+/);
}

/**
 * Reduces the forms of an English word to one key: `reviews`, `reviewing` and `reviewer`, `optimise` and
 * `optimization`. The key need not be a word. Other languages lose a few endings too, equally on both sides of a
 * comparison.
 */
function foldWord(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let stem = word;
  if (/.ies$/.test(stem)) stem = `${stem.slice(0, -3)}y`;
  else if (!/(?:ss|us)$/.test(stem)) stem = stem.replace(/(?<=ss|x|ch|sh)es$|(?<=s)is$|s$/, '');
  const bare = stem.replace(/(?<=.{3})(?:ing|ed|er|ion|or)$|(?<=.{6})ment$/, '');
  // `committing` comes from `commit`, but `calling` from `call`.
  stem = bare !== stem && /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
  stem = stem.replace(/(?<=.{3})e$/, '');
  if (stem.length > 6) stem = stem.replace(/at$/, '');
  return stem.replace(/y$/, 'i').replace(/z$/, 's');
}
