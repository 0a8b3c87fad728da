#nullable disable

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public class RetryDelayParameters
{
    public RetryDelayParameters(int retryAttempt, bool isTransient)
    {
        RetryAttempt = retryAttempt;
        IsTransient = isTransient;
    }

    public bool IsTransient { get; internal set; }

    public int RetryAttempt { get; internal set; }
}
