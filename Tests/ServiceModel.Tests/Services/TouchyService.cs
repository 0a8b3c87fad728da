using System;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A service whose disposal fails, too.</summary>
[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall)]
public sealed class TouchyService : ITouchy, IDisposable
{
    public Touchy Minus(Touchy number, int less) => new() { Number = number.Number - less };

    public void Dispose() => throw new NotSupportedException("never disposed");
}
