using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks.Wcf;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall, ConcurrencyMode = ConcurrencyMode.Multiple)]
internal sealed class WcfEcho : IWcfEcho
{
    private static long _calls;

    internal static long Calls => Interlocked.Read(ref _calls);

    public Task<byte[]> EchoAsync(byte[] value)
    {
        Interlocked.Increment(ref _calls);
        return Task.FromResult(value);
    }
}
