using System.ServiceModel;
using System.Threading;
using SfPerf.ServiceModel.Tests.Services;

namespace SfPerf.ServiceModel.Tests.Mono;

/// <summary>Counts its own one-way calls: other tests fire at <see cref="Greeter"/> at the same time.</summary>
[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall)]
public sealed class FiringGreeter : Greeter, IGreeter
{
    private static int _fired;

    void IGreeter.Fire(string s) => Interlocked.Increment(ref _fired);

    int IGreeter.Fired() => Volatile.Read(ref _fired);
}
