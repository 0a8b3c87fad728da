using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall, ConcurrencyMode = ConcurrencyMode.Single)]
public sealed class PerCallSingle : Counter;
