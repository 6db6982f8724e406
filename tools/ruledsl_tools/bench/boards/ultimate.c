// The same rules as games/classic/ultimate-tic-tac-toe.rules: a board that is won or full is closed, and who is sent there goes anywhere.
#include "common.h"
static const int LINES[8]={7,56,448,73,146,292,273,84};
static u8 WON[512];
typedef struct{int mark[2][9],great[2];}G;
static int play(G*g,u64*dec){int sent=-1;for(int p=0;;p=!p){int free[9],n=0,closed=g->great[0]|g->great[1];
  for(int b=0;b<9;b++){free[b]=closed>>b&1||(sent>=0&&b!=sent)?0:~(g->mark[0][b]|g->mark[1][b])&511;n+=__builtin_popcount(free[b]);}
  if(!n)return -1;int k=rnd(n),b=0;while(k>=__builtin_popcount(free[b]))k-=__builtin_popcount(free[b++]);int c=nth(free[b],k);++*dec;
  g->mark[p][b]|=1<<c;if(WON[g->mark[p][b]])g->great[p]|=1<<b;if(WON[g->great[p]])return p;
  sent=(g->great[0]|g->great[1])>>c&1||((g->mark[0][c]|g->mark[1][c])==511)?-1:c;}}
int main(void){for(int m=0;m<512;m++)for(int i=0;i<8;i++)if((m&LINES[i])==LINES[i])WON[m]=1;int w=0;
 BENCH("ultimate tic-tac-toe",{G g;memset(&g,0,sizeof g);w+=play(&g,&dec);});return w==-1234567;}
