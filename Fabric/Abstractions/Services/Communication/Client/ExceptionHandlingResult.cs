namespace Microsoft.ServiceFabric.Services.Communication.Client;

public abstract class ExceptionHandlingResult
{
    protected ExceptionHandlingResult()
    {
    }
}
