using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[CallbackBehavior(ConcurrencyMode = ConcurrencyMode.Multiple)]
public sealed class ConcurrentAskingListener : AskingListener;
