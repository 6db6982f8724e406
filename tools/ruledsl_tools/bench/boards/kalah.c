// The same rules as games/classic/kalah.rules with 6 pits and 4 seeds: the game ends when one side is empty.
#include "common.h"
typedef struct{u8 pit[12],store[2];}G;
static inline int empty(const G*g,int p){for(int i=6*p;i<6*p+6;i++)if(g->pit[i])return 0;return 1;}
static int play(G*g,u64*dec){for(int p=0;;p=!p){int again=1;while(again){u64 m=0;for(int i=6*p;i<6*p+6;i++)m|=(u64)(g->pit[i]>0)<<i;if(!m)goto end;
   int c=nth(m,rnd(pop(m))),n=g->pit[c],at=c-6*p;++*dec;g->pit[c]=0;
   for(;n;n--){at=at==12?0:at+1;if(at==6)g->store[p]++;else g->pit[at<6?6*p+at:6*!p+at-7]++;}
   again=at==6;if(at<6&&g->pit[6*p+at]==1&&g->pit[6*!p+5-at]){g->store[p]+=1+g->pit[6*!p+5-at];g->pit[6*p+at]=g->pit[6*!p+5-at]=0;}
   if(empty(g,0)||empty(g,1))goto end;}}
 end:for(int i=0;i<12;i++)g->store[i/6]+=g->pit[i];return g->store[1]>g->store[0];}
int main(void){G g;int w=0;BENCH("kalah",{memset(g.pit,4,12);g.store[0]=g.store[1]=0;w+=play(&g,&dec);});return w<0;}
