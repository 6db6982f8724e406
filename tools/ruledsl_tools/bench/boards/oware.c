// The same rules as games/classic/oware.rules: a slam takes nothing, and a position that comes back ends the game.
#include "common.h"
#define MOST 1000
static u64 KEY[12][49],STORE[2][49];
static u8 GOAL[12][49];
typedef struct{u8 pit[12],store[2];u64 sieve[64],notes[MOST];int count;}G;
static inline int alive(const G*g,int p){for(int i=6*p;i<6*p+6;i++)if(g->pit[i])return 1;return 0;}
static inline u64 position(const G*g,int p){u64 k=p?0x9E3779B97F4A7C15ull:0;for(int i=0;i<12;i++)k^=KEY[i][g->pit[i]];return k^STORE[0][g->store[0]]^STORE[1][g->store[1]];}
static inline int came(const G*g,u64 k){if(!(g->sieve[k>>6&63]>>(k&63)&1))return 0;for(int i=0;i<g->count;i++)if(g->notes[i]==k)return 1;return 0;}
static inline int feeds(const G*g,int p,int c){for(int k=1;k<=g->pit[c];k++)if(GOAL[c][k]/6!=p)return 1;return 0;}
static inline void harvest(G*g,int p,int last){if(last/6==p)return;int low=last;while(low>=6*!p&&(g->pit[low]==2||g->pit[low]==3))low--;
 int left=0;for(int i=6*!p;i<6*!p+6;i++)if((i<=low||i>last)&&g->pit[i])left=1;if(!left)return;
 for(int i=low+1;i<=last;i++){g->store[p]+=g->pit[i];g->pit[i]=0;}}
static int play(G*g,u64*dec){for(int turn=0,p=0;turn<MOST;turn++,p=!p){u64 k=position(g,p);g->sieve[k>>6&63]|=1ull<<(k&63);g->notes[g->count++]=k;
  u64 m=0;for(int i=0;i<6;i++)m|=(u64)(g->pit[6*p+i]>0)<<(6*p+i);int fed=alive(g,!p),c;
  for(;;){if(!m)goto end;c=nth(m,rnd(pop(m)));if(fed||feeds(g,p,c))break;m&=~(1ull<<c);}
  ++*dec;int n=g->pit[c];g->pit[c]=0;for(int i=1;i<=n;i++)g->pit[GOAL[c][i]]++;harvest(g,p,GOAL[c][n]);
  if(g->store[0]>24||g->store[1]>24)return g->store[1]>g->store[0];if(came(g,position(g,!p)))break;}
 end:for(int i=0;i<12;i++)g->store[i/6]+=g->pit[i];return g->store[1]>g->store[0];}
int main(void){for(int i=0;i<12;i++)for(int n=0;n<49;n++){KEY[i][n]=rnd64();GOAL[i][n]=n?(i+n+(n-1)/11)%12:i;}for(int p=0;p<2;p++)for(int n=0;n<49;n++)STORE[p][n]=rnd64();
 static G g;int w=0;BENCH("oware",{memset(g.pit,4,12);memset(g.store,0,2);memset(g.sieve,0,sizeof g.sieve);g.count=0;w+=play(&g,&dec);});return w<0;}
