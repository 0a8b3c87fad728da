namespace System.ServiceModel.Dispatcher;

/// <summary>What a client's endpoint behavior is handed.</summary>
public sealed class ClientRuntime
{
    internal ClientRuntime(string contractName, string contractNamespace)
    {
        ContractName = contractName;
        ContractNamespace = contractNamespace;
    }

    public string ContractName { get; }

    public string ContractNamespace { get; }
}
