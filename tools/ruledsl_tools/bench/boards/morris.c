// The same rules as games/classic/nine-mens-morris.rules: three men fly, 100 quiet moves or the third time the same position are a draw.
#include "common.h"
// points 0 to 23: square by square from without, each clockwise from a corner; odd ones are middles of sides
static u64 KEY[2][24],NEAR[24],MILL[24][2];
typedef struct{u64 men[2];int unlaid[2],quiet;u64 sieve[64],notes[208];int count;}G;
static inline int mill(u64 m,int c){return ((m&MILL[c][0])==MILL[c][0])+((m&MILL[c][1])==MILL[c][1]);}
static inline u64 position(const G*g,int p){u64 k=p?0x9E3779B97F4A7C15ull:0;for(int q=0;q<2;q++)for(u64 m=g->men[q];m;m&=m-1)k^=KEY[q][ctz(m)];return k;}
static inline void forget(G*g){memset(g->sieve,0,sizeof g->sieve);g->count=0;}
static inline int times(const G*g,u64 k){int n=0;if(!(g->sieve[k>>6&63]>>(k&63)&1))return 0;for(int i=0;i<g->count;i++)n+=g->notes[i]==k;return n;}
static void put(G*g,int p,int c,u64*dec){g->men[p]|=1ull<<c;if(!mill(g->men[p],c))return;u64 loose=0,o=g->men[!p];for(u64 m=o;m;m&=m-1)if(!mill(o,ctz(m)))loose|=m&-m;
 u64 prey=loose?loose:o;if(!prey)return;++*dec;g->men[!p]&=~(1ull<<nth(prey,rnd(pop(prey))));g->quiet=0;}
static int play(G*g,u64*dec){for(int p=0,turn=0;turn<7000;turn++,p=!p){if(!g->quiet)forget(g);u64 k=position(g,p);g->sieve[k>>6&63]|=1ull<<(k&63);g->notes[g->count++]=k;
  u64 all=g->men[0]|g->men[1],empty=~all&0xFFFFFF;
  if(g->unlaid[p]){int c=nth(empty,rnd(pop(empty)));++*dec;g->unlaid[p]--;g->quiet=0;put(g,p,c,dec);}
  else{u64 to[24];int from[24],n=0,i=0,fly=pop(g->men[p])==3;for(u64 m=g->men[p];m;m&=m-1,i++){from[i]=ctz(m);to[i]=fly?empty:NEAR[from[i]]&empty;n+=pop(to[i]);}
   if(!n)return !p;int j=rnd(n);i=0;while(j>=pop(to[i]))j-=pop(to[i++]);++*dec;g->quiet++;g->men[p]&=~(1ull<<from[i]);put(g,p,nth(to[i],j),dec);}
  if(g->unlaid[!p]+pop(g->men[!p])<3)return p;if(g->quiet==100||times(g,position(g,!p))==2)return -1;}return -1;}
int main(void){for(int s=0;s<3;s++)for(int i=0;i<8;i++){int c=8*s+i;NEAR[c]=1ull<<(8*s+(i+1)%8)|1ull<<(8*s+(i+7)%8);if(i&1){if(s)NEAR[c]|=1ull<<(c-8);if(s<2)NEAR[c]|=1ull<<(c+8);}
  int a=i&~1;u64 one=1ull<<(8*s+a)|1ull<<(8*s+a+1)|1ull<<(8*s+(a+2)%8);MILL[c][0]=one;MILL[c][1]=i&1?1ull<<i|1ull<<(8+i)|1ull<<(16+i):1ull<<(8*s+i)|1ull<<(8*s+(i+7)%8)|1ull<<(8*s+(i+6)%8);}
 for(int q=0;q<2;q++)for(int i=0;i<24;i++)KEY[q][i]=rnd64();static G g;int w=0;
 BENCH("nine men's morris",{memset(g.men,0,sizeof g.men);g.unlaid[0]=g.unlaid[1]=9;g.quiet=0;forget(&g);w+=play(&g,&dec);});return w==-1234567;}
