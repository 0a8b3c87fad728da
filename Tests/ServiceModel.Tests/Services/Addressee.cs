using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class Addressee : IAddressee
{
    public string To() => $"{OperationContext.Current!.IncomingMessageHeaders.To}";
}
