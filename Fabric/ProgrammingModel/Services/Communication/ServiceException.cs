#nullable disable

using System;
using System.Collections.Generic;

namespace Microsoft.ServiceFabric.Services.Communication;

/// <summary>
/// Stands for a remote exception whose type cannot be created here; it carries that type's name and text.
/// </summary>
public class ServiceException : Exception
{
    /// <summary>Initializes an exception that names no type.</summary>
    public ServiceException()
    {
    }

    /// <summary>Initializes an exception that stands for another one.</summary>
    /// <param name="actualExceptionType">The name of the type that was thrown.</param>
    /// <param name="message">The message of the exception that was thrown.</param>
    public ServiceException(string actualExceptionType, string message)
        : base(message) => ActualExceptionType = actualExceptionType;

    /// <summary>Gets the name of the type that the service threw.</summary>
    public string ActualExceptionType { get; }

    /// <summary>Gets or sets the stack trace of the exception in the service; null if it is not known.</summary>
    public string ActualExceptionStackTrace { get; set; }

    /// <summary>Gets or sets the entries of the exception's <c>Data</c>, as text; null if there are none.</summary>
    public Dictionary<string, string> ActualExceptionData { get; set; }

    /// <summary>Gets or sets the inner exceptions, each in this form; null if there are none.</summary>
    public List<ServiceException> ActualInnerExceptions { get; set; }
}
