#nullable disable

namespace System.Fabric;

public interface ICodePackageActivationContext2 : ICodePackageActivationContext
{
    string ServiceListenAddress { get; }

    string ServicePublishAddress { get; }
}
