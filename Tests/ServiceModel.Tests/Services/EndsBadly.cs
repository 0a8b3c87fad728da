using System;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall)]
public sealed class EndsBadly : IOther, IDisposable
{
    public void Dispose() => throw new InvalidOperationException("Dispose");

    public void Other()
    {
        // There is nothing to do: only its end is of interest.
    }
}
