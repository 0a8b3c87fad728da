using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(ConcurrencyMode = ConcurrencyMode.Single)]
public sealed class SingleTalker : Talker;
